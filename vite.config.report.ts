import { defineConfig } from 'vite';

/**
 * The program inside report.html, as one file without imports: `vite build --config
 * vite.config.report.ts` writes dist/report/report.js, which `assay release` puts into the page.
 */
export default defineConfig({
  root: 'src/web/report',
  publicDir: false,
  build: {
    outDir: '../../../dist/report',
    emptyOutDir: true,
    target: 'es2023',
    lib: { entry: 'main.ts', formats: ['iife'], name: 'assayReport', fileName: () => 'report.js' },
  },
});
