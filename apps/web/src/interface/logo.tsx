/** A doorway in which a seedling grows: the mark of the product, drawn in the colour of the text. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6.5 27V10.5A5.5 5.5 0 0 1 12 5h8a5.5 5.5 0 0 1 5.5 5.5V27" />
      <path d="M4.5 27h23" />
      <path d="M16 27v-11" />
      <path d="M16 19.5c-3.6 0-5.4-1.9-5.4-5.2 3.6 0 5.4 1.9 5.4 5.2Z" fill="currentColor" />
      <path d="M16 16.5c0-3.4 1.8-5.3 5.4-5.3 0 3.4-1.8 5.3-5.4 5.3Z" />
    </svg>
  );
}
