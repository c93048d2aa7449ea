import { NativeSelect } from '@mantine/core';
import type { NativeSelectProps } from '@mantine/core';
import { redirect } from '../router.ts';
import type { RouteName, Search } from '../router.ts';

/** The pages about a project whose choices are part of the address. */
export type FigureRoute = Extract<
  RouteName,
  'agreement' | 'annotators' | 'labels' | 'checklists' | 'adjudicate' | 'units' | 'models'
>;

interface AddressSelectProps extends Omit<NativeSelectProps, 'value' | 'onChange'> {
  readonly route: FigureRoute;
  readonly project: string;
  /** What else the address says. */
  readonly search: Search;
  readonly parameter: string;
  readonly value: string;
  /** The choice that the address leaves out. */
  readonly usual?: string;
}

/** A select whose choice is a parameter of the address. */
export function AddressSelect({
  route,
  project,
  search,
  parameter,
  usual = '',
  ...select
}: AddressSelectProps) {
  const choose = (value: string): void => {
    const { [parameter]: _, ...rest } = search;
    const next = value === usual ? rest : { ...rest, [parameter]: value };
    redirect({ to: route, params: { project }, search: next });
  };
  return (
    <NativeSelect size="xs" {...select} onChange={(event) => choose(event.currentTarget.value)} />
  );
}
