export async function loader() {
  return null
}

export default function NewProduct() {
  return <h1>Add New Product</h1>
}
