/**
 * What a further report adds to an order whose payment is on its way already; null where it is nothing new. A
 * provider reports one payment several times, and history names each thing once [ORDER-17].
 */
export function addedByReport<Columns extends { paymentProcessingAt?: Date | null }>(
  order: Readonly<Record<string, unknown>>,
  { paymentProcessingAt: _since, ...reported }: Columns,
): Omit<Columns, 'paymentProcessingAt'> | null {
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value ?? null) !== JSON.stringify(order[name] ?? null)
  return Object.entries(reported).some(isNew) ? reported : null
}
