export interface Run {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}
