import { formatDate } from '@frens/contract/formats';
import { ClockIcon, MapPinIcon, UserIcon } from '@frens/design-system/icons';
import { Badge, Card, currentLanguage, Heading, Text, useLocale, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { Facts } from '../../../components/facts.tsx';
import sample from '../../../components/sample-card.module.css';
import { SampleFoot } from '../../../components/sample-foot.tsx';
import type { SampleMeetup } from '../sample-meetups.ts';
import { DateTile } from './date-tile.tsx';

/** Hues per type of event: warmth, service, creativity, adventure. */
const hues = { potluck: 'persimmon', service: 'bamboo', creative: 'plum', adventure: 'honey' } as const;

/** A sample event: what, when, where, with whom. */
export function MeetupCard({ meetup }: { meetup: SampleMeetup }) {
  const { t } = useTranslation('mf-community');
  const titleId = useId();
  const language = currentLanguage();
  const locale = useLocale();
  const date = new Date(meetup.startsAt);
  const { type, attendees, maxAttendees: max } = meetup;
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatDate(locale, { ...options, timeZone: 'UTC' }, date);
  return (
    <Card asChild className={sample.root}>
      <article aria-labelledby={titleId} data-hue={hues[type]}>
        <header className={sample.head}>
          <DateTile date={date} language={language} />
          <div className={sample.names}>
            <Badge hue={hues[type]}>{t(`meetups.type.${type}`)}</Badge>
            <Heading level={3} id={titleId}>
              {t(`meetups.samples.${type}.title`)}
            </Heading>
          </div>
        </header>
        <Text>{t(`meetups.samples.${type}.description`)}</Text>
        <Facts
          rows={[
            [
              <ClockIcon key="when" size={18} />,
              t('meetups.when'),
              <>
                <span>{format({ weekday: 'long', month: 'long', day: 'numeric' })}</span>
                {' · '}
                <span>{format({ hour: 'numeric', minute: '2-digit' })}</span>
              </>,
            ],
            [<MapPinIcon key="where" size={18} />, t('meetups.where'), t(`meetups.samples.${type}.location`)],
            [<UserIcon key="host" size={18} />, t('meetups.host'), t(`meetups.samples.${type}.organizer`)],
          ]}
        />
        <SampleFoot
          of={meetup.id}
          label={t('meetups.attendees', { attendees, max })}
          value={attendees}
          max={max}
          hue={hues[type]}
          action={t('meetups.rsvp')}
          titleId={titleId}
        />
      </article>
    </Card>
  );
}
