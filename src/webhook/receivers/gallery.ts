import { alertmanager } from './alertmanager.ts';
import { cloudevents } from './cloudevents.ts';
import { datadog } from './datadog.ts';
import { dingtalk } from './dingtalk.ts';
import { discord } from './discord.ts';
import { elastic } from './elastic.ts';
import { feishu } from './feishu.ts';
import { github } from './github.ts';
import { googleChat } from './google-chat.ts';
import { gotify } from './gotify.ts';
import { healthchecksIo } from './healthchecks-io.ts';
import { jira } from './jira.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { plainForm } from './plain-form.ts';
import { plainGet } from './plain-get.ts';
import { plainJson } from './plain-json.ts';
import { plainXml } from './plain-xml.ts';
import { pushover } from './pushover.ts';
import type { Receiver } from './receiver.ts';
import { servicenow } from './servicenow.ts';
import { slack } from './slack.ts';
import { slackBlocks } from './slack-blocks.ts';
import { splunk } from './splunk.ts';
import { statuspage } from './statuspage.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { twilio } from './twilio.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import { wecom } from './wecom.ts';

export {
  alertmanager,
  cloudevents,
  datadog,
  dingtalk,
  discord,
  elastic,
  feishu,
  github,
  googleChat,
  gotify,
  healthchecksIo,
  jira,
  mattermost,
  ntfy,
  opsgenie,
  pagerduty,
  plainForm,
  plainGet,
  plainJson,
  plainXml,
  pushover,
  servicenow,
  slack,
  slackBlocks,
  splunk,
  statuspage,
  teams,
  telegram,
  twilio,
  uptimeKuma,
  wecom,
};

/** Every receiver of the gallery; name those that you need, where few will do. */
export const receivers: readonly Receiver[] = [
  slack,
  slackBlocks,
  teams,
  discord,
  googleChat,
  mattermost,
  telegram,
  wecom,
  dingtalk,
  feishu,
  pagerduty,
  opsgenie,
  splunk,
  datadog,
  elastic,
  alertmanager,
  jira,
  servicenow,
  github,
  statuspage,
  twilio,
  ntfy,
  gotify,
  pushover,
  healthchecksIo,
  uptimeKuma,
  cloudevents,
  plainJson,
  plainXml,
  plainForm,
  plainGet,
];
