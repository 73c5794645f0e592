import { redirect } from 'react-router'

export function loader() {
  return redirect('/admin/dashboard')
}

export async function action() {
  return redirect('/admin/login')
}
