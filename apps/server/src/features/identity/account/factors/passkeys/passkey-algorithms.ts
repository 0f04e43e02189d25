/** EdDSA, ES256, RS256, in this order. */
export const passkeyAlgorithms = [-8, -7, -257];
