import { Badge, Notice, PageHeader, useTranslation } from '@frens/platform';

interface PreviewHeaderProps {
  title: string;
  description: string;
  /** Says that what follows is invented. */
  note: string;
}

/** The top of a screen that is shown ahead of its time. */
export function PreviewHeader({ title, description, note }: PreviewHeaderProps) {
  const { t } = useTranslation('mf-community');
  return (
    <div>
      <PageHeader
        eyebrow={<Badge hue="honey">{t('preview.badge')}</Badge>}
        title={title}
        description={description}
      />
      <Notice tone="info">{note}</Notice>
    </div>
  );
}
