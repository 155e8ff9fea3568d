import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import {
  brand,
  Card,
  Container,
  Heading,
  Logo,
  Navigate,
  PandaScene,
  Text,
  useLocation,
  useSearchParams,
  useSession,
  useTranslation,
} from '@frens/platform';
import styles from './auth.module.css';
import { useLoginForm, useSignUpForm } from './auth-forms.ts';
import { carriedEmail } from './carried-email.ts';
import { LegalLine } from './components/legal-line.tsx';
import { LoginForm } from './components/login-form.tsx';
import { SignUpForm } from './components/sign-up-form.tsx';
import { nextPath } from './next-path.ts';

/** Login and Sign Up. Whoever is signed in, or becomes it here, goes on to the dashboard or to `?next=` (D6). */
export function AuthScreen() {
  const { t } = useTranslation('mf-auth');
  const { status } = useSession();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  // Held by the screen: a change of tab loses nothing typed.
  const login = useLoginForm();
  const signUp = useSignUpForm(carriedEmail(state));

  if (status === 'signed-in') return <Navigate to={nextPath(params.get('next'))} replace />;

  const tab = params.get('tab') === 'register' ? 'register' : 'login';
  const words = tab === 'register' ? 'signUp' : 'login';

  function handleTab({ value }: { value: string }) {
    setParams(
      (current) => {
        if (value === 'register') current.set('tab', value);
        else current.delete('tab');
        return current;
      },
      { replace: true, state },
    );
  }

  return (
    <Container className={styles.root}>
      <div className={styles.grid}>
        <aside className={styles.aside}>
          <PandaScene scene="grove" />
          <p className={styles.asideTitle}>{t('aside.title')}</p>
          <Text tone="muted">{t('aside.text')}</Text>
        </aside>
        <Card padding="lg" className={styles.card}>
          <header className={styles.header}>
            <Logo name={brand.site} />
            <Heading level={1}>{t(`${words}.title`)}</Heading>
            <Text tone="muted">{t(`${words}.text`)}</Text>
          </header>
          <Tabs value={tab} onValueChange={handleTab}>
            <TabList label={t('tabs.label')} fit="fill">
              <Tab value="login">{t('tabs.login')}</Tab>
              <Tab value="register">{t('tabs.signUp')}</Tab>
            </TabList>
            <TabPanel value="login">
              <LoginForm form={login} />
            </TabPanel>
            <TabPanel value="register">
              <SignUpForm form={signUp} />
            </TabPanel>
          </Tabs>
          <LegalLine />
        </Card>
      </div>
    </Container>
  );
}
