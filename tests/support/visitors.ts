/** Who a journey is for: a test runs as each of them. */
export const visitors = [
  { who: 'a visitor on a phone', use: { viewport: { width: 390, height: 844 } } },
  { who: 'a visitor at a desk', use: {} },
  { who: 'a visitor without JavaScript', use: { javaScriptEnabled: false } },
]
