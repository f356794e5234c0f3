import { html } from 'hono/html'
import type { Subscription } from '../../../store/columns/webhook-columns.ts'
import type { Markup } from '../../kit/markup.ts'
import type { PortalView } from '../portal-page.ts'
import { docsLink, type PortalSite } from '../portal-site.ts'
import { type ReceiverSample, receiverSamples } from './receiver-samples.ts'
import { testForm } from './webhook-view.ts'

/** Returns radio buttons that look like tabs, so that they work without scripts and by keyboard. */
const languageTabs = (samples: readonly ReceiverSample[], secret: string): Markup =>
  html`<fieldset class="tabs">
<legend class="visually-hidden">Language</legend>
${samples.map(
  ({ language }, i) =>
    html`<input type="radio" name="language" id="in-${language}"${i === 0 && html` checked`}><label for="in-${language}">${language}</label>`,
)}
${samples.map(
  ({ language, file, command, code }) => html`<div class="sample">
<p>Save it as <code>${file}</code> and start it:</p>
<pre tabindex="0" role="region" aria-label="Command for ${language}"><code>WEBHOOK_SECRET='${secret}' ${command}</code></pre>
<pre tabindex="0" role="region" aria-label="Receiver in ${language}"><code>${code}</code></pre>
</div>`,
)}
</fieldset>`

/** Returns the page of a new secret, with receivers that use it. No later page shows the secret (specification §2). */
export const newSecretView = (
  site: PortalSite,
  { id, url, secret }: Pick<Subscription, 'id' | 'url' | 'secret'>,
  testToken: string,
  title: string,
): PortalView => ({
  title,
  path: '/webhooks',
  main: html`<h1>${title}</h1>
<section class="card" aria-labelledby="secret-title">
<h2 id="secret-title">Signing secret</h2>
<p><strong>Copy the secret now. It is shown only once.</strong> Your receiver verifies deliveries with it.</p>
<div class="field">
<label for="secret">Secret of ${url}</label>
<textarea id="secret" readonly rows="2" spellcheck="false" autocomplete="off">${secret}</textarea>
</div>
<p class="row"><button type="button" data-copy="secret" hidden>Copy</button> <a class="action" href="${site.base}/webhooks/${id}">Done</a></p>
<p class="visually-hidden" role="status" id="copied"></p>
</section>
<section class="card" aria-labelledby="receiver">
<h2 id="receiver">Receive deliveries</h2>
<p>This receiver rejects requests without a valid signature. It listens on port 3000. Route <code>${url}</code> to it. ${docsLink(site, 'receiving-deliveries', 'How to verify deliveries')}</p>
${languageTabs(receiverSamples(), secret)}
</section>
<section class="card" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>We send a signed <code>webhook.test</code> event to your URL and show the result.</p>
${testForm(site, id, testToken)}
</section>`,
})
