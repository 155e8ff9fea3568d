import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import { brand, Card, type Form, Heading, Logo, Text, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';
import type { LoginFields, SignUp } from '../auth-forms.ts';
import { useTab } from '../use-tab.ts';
import { LoginForm } from './login-form.tsx';
import { NoscriptSignUp, SignUpForm } from './sign-up-form.tsx';

interface PasswordCardProps {
  login: Form<LoginFields>;
  signUp: SignUp;
  /** Whether this card holds the page's h1. */
  isFirst: boolean;
}

/** Tabs for login and sign-up with a password. */
export function PasswordCard({ login, signUp, isFirst }: PasswordCardProps) {
  const { t } = useTranslation('mf-auth');
  const { tab, choose } = useTab();
  const words = tab === 'register' ? 'signUp' : 'login';

  return (
    <Card padding="lg" className={styles.card}>
      <header className={styles.header}>
        {isFirst ? <Logo name={brand.site} /> : null}
        <Heading level={isFirst ? 1 : 2} size={isFirst ? undefined : 'md'}>
          {t(`${words}.title`)}
        </Heading>
        <Text tone="muted">{t(`${words}.text`)}</Text>
      </header>
      <Tabs value={tab} onValueChange={({ value }) => choose(value === 'register' ? value : 'login')}>
        <TabList label={t('tabs.label')} fit="fill" className={styles.tabs}>
          <Tab value="login">{t('tabs.login')}</Tab>
          <Tab value="register">{t('tabs.signUp')}</Tab>
        </TabList>
        <TabPanel value="login">
          <LoginForm form={login} isFirst={isFirst} />
        </TabPanel>
        <TabPanel value="register">
          <SignUpForm form={signUp} isFirst={isFirst} />
        </TabPanel>
      </Tabs>
      <NoscriptSignUp form={signUp} isAlone={tab === 'register'} />
    </Card>
  );
}
