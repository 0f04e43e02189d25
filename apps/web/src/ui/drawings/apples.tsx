/** Two apples and a leaf, for errors and missing pages. */
export function Apples({ width = 160 }: { width?: number }) {
  return (
    <svg
      width={width}
      height={(width * 64) / 112}
      viewBox="-30 -36 112 64"
      fill="none"
      stroke="var(--green)"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <g transform="translate(44 4) scale(.9)">
        <Apple />
      </g>
      <Apple />
      <path d="M4-22C12-37 31-39 44-27C32-13 14-12 4-22Z" fill="var(--drawn-green)" />
      <path d="M8-23C18-26 28-27 37-27" strokeWidth="1.5" />
    </svg>
  );
}

function Apple() {
  return (
    <>
      <path
        d="M0-13C7-20 21-17 21-2C21 12 11 20 0 17C-11 20-21 12-21-2C-21-17-7-20 0-13Z"
        fill="var(--drawn-gold)"
      />
      <path d="M0-12C-1-19 2-24 6-27" />
      <path d="M-13-3C-13-8-10-11-7-11" stroke="var(--surface)" strokeWidth="2.4" />
    </>
  );
}
