import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Target } from '../router.ts';
import { linkAttributes } from './Link.tsx';

type ButtonLinkProps = ButtonProps & { readonly target: Target; readonly children: ReactNode };

/** A link that looks like a button, for the main thing to do on a page. */
export function ButtonLink({ target, children, ...looks }: ButtonLinkProps) {
  return (
    <Button component="a" {...linkAttributes(target)} {...looks}>
      {children}
    </Button>
  );
}
