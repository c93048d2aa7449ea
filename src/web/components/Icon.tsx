/** Drawings on a grid of 16, always beside words, so hidden from screen readers. */
const paths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 2.2 14.6 13.6H1.4ZM8 6.4v3.4M8 11.7v.1',
  info: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 7.4v3.8M8 4.9V5',
  lock: 'M4 7.2h8v6.3H4ZM5.6 7.2V5a2.4 2.4 0 0 1 4.8 0v2.2',
  clock: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 4.5V8l2.4 1.6',
  flag: 'M4 14.2V2.2M4 3h8l-1.8 2.8L12 8.6H4',
  book: 'M8 4.2C6.4 3 4.3 2.7 2 2.8v9.8c2.3-.1 4.4.3 6 1.4 1.6-1.1 3.7-1.5 6-1.4V2.8c-2.3-.1-4.4.2-6 1.4ZM8 4.2V14',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  right: 'M6 3l5 5-5 5',
  left: 'M10 3 5 8l5 5',
  down: 'M3 6l5 5 5-5',
  up: 'M3 10l5-5 5 5',
  arrow: 'M2.5 8h11M9 3.5 13.5 8 9 12.5',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.4 14c.6-2.6 2.8-4.2 5.6-4.2s5 1.6 5.6 4.2',
  people:
    'M6 7.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM1.2 13.4c.5-2.3 2.4-3.7 4.8-3.7s4.300 1.400 4.800 3.700M10.600 2.600a2.600 2.600 0 0 1 0 4.900M12 9.900c1.500.500 2.500 1.700 2.800 3.500',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.700 10.700 14 14',
  keyboard:
    'M1.500 4h13v8h-13ZM4 6.500h.100M6.600 6.500h.100M9.300 6.500h.100M12 6.500h.100M5 9.500h6',
  download: 'M8 2v8.500M4.500 7 8 10.500 11.500 7M2.500 13.500h11',
  upload: 'M8 11V2.500M4.500 6 8 2.500 11.500 6M2.500 13.500h11',
  undo: 'M5.500 3 2.500 6l3 3M2.500 6h7a4 4 0 0 1 0 8H7',
  offline:
    'M2 2l12 12M5 4.800A4.500 4.500 0 0 1 12 7a3 3 0 0 1 1.600 5M10 13H5a3.500 3.500 0 0 1-1-6.800',
  dot: 'M8 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3Z',
  scale: 'M8 2v12M4.500 14h7M2.500 4.500h11M4 4.500 2 9.500h4ZM12 4.500l-2 5h4Z',
  chart: 'M2.500 2v11.500h11.500M5.500 11V8M8.500 11V4.500M11.500 11V6.500',
  list: 'M5.500 4h8M5.500 8h8M5.500 12h8M2.500 4h.100M2.500 8h.100M2.500 12h.100',
  path: 'M3 4.500a1.500 1.500 0 1 0 0-.100M3.100 6v6.500h5M8.500 12.500a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0M13 11V5.500H8',
  steps: 'M2 13.500h12M3.500 13.500v-3h3v3M6.500 10.500v-4h3v7M9.500 6.500v-4h3v11',
  label: 'M2 2.500h6l6 6-5.500 5.500-6-6ZM5 5.500v.100',
  edit: 'M10.500 3 13 5.500 5.500 13H3v-2.500Z',
  copy: 'M5.500 5.500h8v8h-8ZM10.500 5.500v-3h-8v8h3',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.200v1.500M8 13.300v1.500M1.200 8h1.500M13.300 8h1.500M3.200 3.200l1 1M11.800 11.800l1 1M12.800 3.200l-1 1M4.200 11.800l-1 1',
  moon: 'M13.500 9.500A6 6 0 1 1 6.500 2.500a5 5 0 0 0 7 7Z',
  shield:
    'M8 1.800 13.500 4v4c0 3.200-2.300 5.400-5.500 6.400C4.800 13.400 2.500 11.200 2.500 8V4Z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className="icon"
    >
      <path d={paths[name]} />
    </svg>
  );
}
