export async function loader() {
  return null
}

export default function Order() {
  return <h1>Order</h1>
}
