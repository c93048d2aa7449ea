/** Who acts when nobody is signed in yet; no account may have this login. */
export const program = { login: 'assay' } as const;
