import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { href, navigate, readPlace } from '../router.ts';
import type { Target } from '../router.ts';
import { scenes } from '../scenes.ts';

/** A link that looks like a button, for the one thing that a page is there for. */
export function ButtonLink({
  target,
  children,
  ...looks
}: ButtonProps & { readonly target: Target; readonly children: ReactNode }) {
  const address = href(target);
  const preload = (): void => {
    const { name } = readPlace(address);
    if (name !== null) scenes[name].preload();
  };
  return (
    <Button
      component="a"
      href={address}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
          return;
        event.preventDefault();
        navigate(address);
      }}
      {...looks}
    >
      {children}
    </Button>
  );
}
