/** A sample project of the preview. Its texts are in the locales under `service.samples.<category>`. */
export interface SampleProject {
  id: string;
  category: 'environment' | 'food' | 'education' | 'housing';
  volunteers: number;
  volunteersNeeded: number;
}

/** One project per category. */
export const sampleProjects: readonly SampleProject[] = [
  { id: 'project-1', category: 'environment', volunteers: 18, volunteersNeeded: 30 },
  { id: 'project-2', category: 'food', volunteers: 22, volunteersNeeded: 25 },
  { id: 'project-3', category: 'education', volunteers: 8, volunteersNeeded: 15 },
  { id: 'project-4', category: 'housing', volunteers: 11, volunteersNeeded: 20 },
];
