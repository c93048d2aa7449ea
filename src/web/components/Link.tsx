import type { MouseEvent, ReactNode } from 'react';
import { href, navigate, readPlace } from '../router.ts';
import type { Target } from '../router.ts';
import { scenes } from '../scenes.ts';

/** A link inside the workbench: no reload, and its code is preloaded on hover or focus. */
export function Link({
  target,
  children,
  className,
  ...rest
}: {
  readonly target: Target | string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly onFollow?: () => void;
}) {
  const { onFollow, ...attributes } = rest;
  const address = typeof target === 'string' ? target : href(target);
  const preload = (): void => {
    const { name } = readPlace(address);
    if (name !== null) scenes[name].preload();
  };
  return (
    <a
      href={address}
      className={className}
      onClick={(event) => follow(event, address, onFollow)}
      onPointerEnter={preload}
      onFocus={preload}
      {...attributes}
    >
      {children}
    </a>
  );
}

/** Clicks with a modifier or another button are left to the browser. */
function follow(event: MouseEvent, address: string, onFollow: (() => void) | undefined): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  onFollow?.();
  navigate(address);
}
