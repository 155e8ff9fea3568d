import { defineRemote, lazyScreen, localesIn } from '@frens/platform';
import { submitPendingAnswers } from './pending-answers.ts';

export const remote = defineRemote({
  name: 'mf-quiz',
  contract: 1,
  routes: [
    {
      path: '/vibe-quiz',
      Component: lazyScreen(() => import('./features/quiz/quiz.screen.tsx').then((m) => m.QuizScreen)),
    },
  ],
  locales: localesIn((language) => import(`../locales/${language}.json`)),
  onSignedIn: submitPendingAnswers,
});
