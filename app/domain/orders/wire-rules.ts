/** What happens to a wire, in the words of the cart, the order page and the mails [BANK-04]. */
export const wireRules =
  'Your price stays for 36 hours from your order, whichever way gold moves. You can send it in several parts; the order waits until then for all of it. What is too much, or too late, goes back to you.'
