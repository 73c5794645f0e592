export async function loader() {
  return null
}

export default function EditProduct() {
  return <h1>Edit Product</h1>
}
