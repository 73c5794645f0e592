export async function loader() {
  return null
}

export default function Orders() {
  return <h1>Orders</h1>
}
