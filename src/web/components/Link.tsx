import type { MouseEvent, ReactNode } from 'react';
import { href, navigate, readPlace } from '../router.ts';
import type { Target } from '../router.ts';
import { scenes } from '../scenes.ts';

interface LinkProps {
  readonly target: Target | string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly onFollow?: () => void;
}

/** A link inside the workbench: no reload, and its code is preloaded on hover or focus. */
export function Link({ target, children, onFollow, ...attributes }: LinkProps) {
  return (
    <a {...linkAttributes(target, onFollow)} {...attributes}>
      {children}
    </a>
  );
}

/** The address of a link, and what it does. */
export function linkAttributes(target: Target | string, onFollow?: () => void) {
  const address = typeof target === 'string' ? target : href(target);
  const preload = (): void => {
    const { name } = readPlace(address);
    if (name !== null) scenes[name].preload();
  };
  const onClick = (event: MouseEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // Clicks with a modifier or another button are left to the browser.
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
    event.preventDefault();
    onFollow?.();
    navigate(address);
  };
  return { href: address, onClick, onPointerEnter: preload, onFocus: preload };
}
