/** What `work` comes to, or `otherwise` when it takes longer than that. */
export async function settledWithin<Value>(
  milliseconds: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(otherwise), milliseconds);
  try {
    return await Promise.race([work, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
