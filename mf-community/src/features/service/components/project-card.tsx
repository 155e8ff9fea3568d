import {
  BookIcon,
  ClockIcon,
  HammerIcon,
  MapPinIcon,
  TreeIcon,
  UserIcon,
  UtensilsIcon,
} from '@frens/design-system/icons';
import { Badge, Card, Heading, Text, useTranslation, VisuallyHidden } from '@frens/platform';
import { useId } from 'react';
import { Facts } from '../../../components/facts.tsx';
import sample from '../../../components/sample-card.module.css';
import { SampleFoot } from '../../../components/sample-foot.tsx';
import type { SampleProject } from '../sample-projects.ts';

const signs = {
  environment: TreeIcon,
  food: UtensilsIcon,
  education: BookIcon,
  housing: HammerIcon,
} as const;
const hues = { environment: 'bamboo', food: 'persimmon', education: 'sky', housing: 'plum' } as const;

/** A sample project: activity, place, duration and impact. */
export function ProjectCard({ project }: { project: SampleProject }) {
  const { t } = useTranslation('mf-community');
  const titleId = useId();
  const { category, volunteers, volunteersNeeded: needed } = project;
  const Sign = signs[category];
  return (
    <Card asChild className={sample.root}>
      <article aria-labelledby={titleId} data-hue={hues[category]}>
        <header className={sample.head}>
          <div className={sample.tile}>
            <Sign size={32} />
          </div>
          <div className={sample.names}>
            <Badge hue={hues[category]}>{t(`service.category.${category}`)}</Badge>
            <Heading level={3} id={titleId}>
              {t(`service.samples.${category}.title`)}
            </Heading>
          </div>
        </header>
        <Text>{t(`service.samples.${category}.description`)}</Text>
        <p className={sample.impact}>
          <VisuallyHidden>{t('service.impact')}: </VisuallyHidden>
          <span>{t(`service.samples.${category}.impact`)}</span>
        </p>
        <Facts
          rows={[
            [
              <MapPinIcon key="where" size={18} />,
              t('service.where'),
              t(`service.samples.${category}.location`),
            ],
            [
              <ClockIcon key="time" size={18} />,
              t('service.commitment'),
              t(`service.samples.${category}.commitment`),
            ],
            [
              <UserIcon key="organizer" size={18} />,
              t('service.organizer'),
              t(`service.samples.${category}.organizer`),
            ],
          ]}
        />
        <SampleFoot
          of={project.id}
          label={t('service.volunteers', { volunteers, needed })}
          value={volunteers}
          max={needed}
          hue={hues[category]}
          action={t('service.join')}
          titleId={titleId}
        />
      </article>
    </Card>
  );
}
