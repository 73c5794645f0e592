export async function loader() {
  return null
}

export default function GoldPriceTab() {
  return <h1>Gold Price</h1>
}
