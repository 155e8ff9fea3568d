/** A sample event of the preview. Its texts are in the locales under `meetups.samples.<type>`. */
export interface SampleMeetup {
  id: string;
  type: 'potluck' | 'service' | 'creative' | 'adventure';
  /** Local date and time, stored as UTC so that all readers see the same. */
  startsAt: string;
  attendees: number;
  maxAttendees: number;
}

/** One event per type within eight days. */
export const sampleMeetups: readonly SampleMeetup[] = [
  { id: 'meetup-1', type: 'potluck', startsAt: '2027-05-15T18:00Z', attendees: 18, maxAttendees: 25 },
  { id: 'meetup-2', type: 'service', startsAt: '2027-05-16T09:30Z', attendees: 31, maxAttendees: 40 },
  { id: 'meetup-3', type: 'creative', startsAt: '2027-05-19T19:00Z', attendees: 9, maxAttendees: 12 },
  { id: 'meetup-4', type: 'adventure', startsAt: '2027-05-22T04:45Z', attendees: 14, maxAttendees: 20 },
];
