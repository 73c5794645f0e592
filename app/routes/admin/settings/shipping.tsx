export async function loader() {
  return null
}

export default function Shipping() {
  return <h1>Shipping</h1>
}
