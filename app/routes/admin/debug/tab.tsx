export async function loader() {
  return null
}

export default function Debug() {
  return <h1>Debug</h1>
}
