export async function loader() {
  return null
}

export default function WooCommerce() {
  return <h1>WooCommerce</h1>
}
