/** What happens to a wire, in the words of the cart, the order page and the mails [BANK-04]. */
export const wireRules =
  'Your price stays for 36 hours from your order, whichever way gold moves. Send it in one or several parts. If less arrives, the order waits for the rest until then. What is too much, or too late, goes back to you.'
