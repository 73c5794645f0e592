export async function loader() {
  return null
}

export default function Paracord() {
  return <h1>Paracord Options</h1>
}
