import { redirect } from 'react-router'

export function loader() {
  return redirect('/laser-weight-guarantee', 301)
}
