/** The logo of the product: an open letter with two leaves. Below 28 px, use it without the name. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path
        d="M2 14V28A6 6 0 0 0 8 34H32A6 6 0 0 0 38 28V14L23 25.2A5 5 0 0 1 17 25.2Z"
        fill="var(--green)"
      />
      <path d="M19.5 21C10.5 20 4.5 15.5 2.5 7C11.5 6 18.5 11 19.5 21Z" fill="var(--green)" />
      <path d="M20.5 21C29.5 20 35.5 15.5 37.5 7C28.5 6 21.5 11 20.5 21Z" fill="var(--gold)" />
    </svg>
  );
}
