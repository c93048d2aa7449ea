import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../../api/session.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { peopleTexts } from './texts.ts';

const order: readonly Role[] = ['annotator', 'adjudicator', 'reviewer', 'lead'];

/** Chooses a role, with what it may do. */
export function RoleChoice({
  value,
  onChange,
}: Readonly<{ value: Role; onChange: (role: Role) => void }>) {
  const texts = useTexts(peopleTexts);
  const { roles } = useSharedTexts();
  return (
    <Radio.Group label={texts.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap={8} mt={6}>
        {order.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={texts.roleWhat[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
