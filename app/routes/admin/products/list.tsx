export async function loader() {
  return null
}

export default function Products() {
  return <h1>Products</h1>
}
