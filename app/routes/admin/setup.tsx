export async function loader() {
  return null
}

export default function Setup() {
  return <h1>First admin</h1>
}
