/**
 * Example pipeline of a remote for GitHub Actions: test, publish, promote on staging, then promote for members after a team
 * member's approval. Every remote has its own copy (`scripts/pipelines.test.js`).
 *
 * @param {string} name the remote's folder: `mf-quiz`
 */
export const pipelineOf = (
  name,
) => `# An example pipeline of this remote, in the words of GitHub Actions: its tests, then published, live on staging, and live for members when
# somebody of the team says so. SITE_STORE is where the runner sees the store.
name: ${name}
on:
  push:
    branches: [main]
    paths: [${name}/**]
concurrency: ${name}
env:
  SITE_STORE: /srv/frens/store
  COMPOSE_WHO: \${{ github.actor }}
jobs:
  publish:
    runs-on: [self-hosted, frens-store]
    outputs:
      version: \${{ steps.publish.outputs.version }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci --no-audit --no-fund
      - run: npx vitest run --project dom ${name}
      - id: publish
        run: |
          npm run --silent compose -- publish ${name} --json > receipt.json || { cat receipt.json; exit 1; }
          echo "version=$(jq -r '.receipts[0].version' receipt.json)" >> "$GITHUB_OUTPUT"
      - run: npm run compose -- promote "${name}@\${{ steps.publish.outputs.version }}" --env staging
  promote:
    needs: publish
    runs-on: [self-hosted, frens-store]
    # With a required reviewer of the team.
    environment: members
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci --no-audit --no-fund
      - run: npm run compose -- promote "${name}@\${{ needs.publish.outputs.version }}" --why "Approved"
`;
