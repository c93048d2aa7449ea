import { createPortal } from 'react-dom';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** Puts something of the scene into the bar above it: where one is, how much is left. */
export function TopBarContent({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById('bar-slot')), []);
  return slot === null ? null : createPortal(children, slot);
}
