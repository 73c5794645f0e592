import { redirect } from 'react-router'

/** `/admin` is the dashboard [ROUTE-05]. */
export function loader() {
  return redirect('/admin/dashboard')
}
