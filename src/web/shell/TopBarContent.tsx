import { createPortal } from 'react-dom';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** Puts a part of the scene into the bar above it: its place, its progress. */
export function TopBarContent({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById('bar-slot')), []);
  return slot === null ? null : createPortal(children, slot);
}
