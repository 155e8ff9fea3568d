import type { Person } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import { UserXIcon } from '@frens/design-system/icons';
import { Button, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { useBlock } from '../block.queries.ts';

/** The way to have nothing to do with a person any more; what follows is said before. */
export function BlockPerson({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const [isOpen, setOpen] = useState(false);
  const block = useBlock(person);
  const { name, relation } = person;
  return (
    <>
      <Button size="sm" variant="ghost" icon={<UserXIcon />} onClick={() => setOpen(true)}>
        {t('person.block.open', { name })}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        title={t('person.block.title', { name })}
        description={t(relation === 'friend' ? 'person.block.textFriend' : 'person.block.text', { name })}
        confirmLabel={t('person.block.confirm')}
        cancelLabel={t('person.block.cancel')}
        loading={block.isPending}
        onConfirm={() => block.run()}
      />
    </>
  );
}
