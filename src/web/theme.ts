import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';
import type { Language } from './texts/define-texts.ts';

/** Ten shades from the lightest to the darkest, in hexadecimal. */
const shades = (colors: string): MantineColorsTuple =>
  colors.split(' ').map((color) => `#${color}`) as unknown as MantineColorsTuple;

/** Means "you can act here". White text on shade 7 has a contrast of 6.3, unlike Mantine's blue. */
const petrol = shades('eef6f8 dbeaee b9d7df 92c1ce 6cabbd 4794a9 2d7f95 1f6a80 17566a 0f4152');
/** Greys with a trace of petrol. Shade 4 is the border of fields, which needs 3:1 (WCAG 1.4.11). */
const gray = shades('f7f8f8 eff1f1 e2e5e6 cfd4d6 838c90 737c81 656e73 4b5357 343a3e 202528');
const dark = shades('e4e8ea c2c9cd a3acb1 868f95 6b757c 3d464c 272e33 1b2024 14181b 0d1012');

/** The look of the workbench. Sizes and colours of our own are variables in tokens.css. */
export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  black: '#1b2124',
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", ' +
    '"Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.6', xl: '1.65' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Number fields show the decimal mark of the language; whoever types may use either mark. */
export const numberFields: Readonly<Record<Language, MantineThemeOverride>> = {
  en: withDecimalMark('.'),
  de: withDecimalMark(','),
};

function withDecimalMark(decimalSeparator: string): MantineThemeOverride {
  const defaultProps = { decimalSeparator, allowedDecimalSeparators: ['.', ','] };
  return { components: { NumberInput: { defaultProps } } };
}

/** Mantine's defaults that are too faint to read are made darker (WCAG 1.4.3: 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-dimmed': '#566065',
    '--mantine-color-placeholder': '#626c71',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#17566a',
  },
  dark: {
    '--mantine-color-body': '#14181b',
    '--mantine-color-dimmed': '#a3acb1',
    '--mantine-color-placeholder': '#8b959a',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-anchor': '#92c1ce',
  },
});
