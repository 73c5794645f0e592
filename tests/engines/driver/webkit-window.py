#!/usr/bin/python3
"""A WebKitGTK window for WebKitWebDriver, set by arguments as no driver can set it while it runs."""
import argparse
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

asked = argparse.ArgumentParser()
asked.add_argument("--width", type=int, required=True)
asked.add_argument("--height", type=int, required=True)
asked.add_argument("--theme", choices=["light", "dark"], required=True)
asked.add_argument("--motion", choices=["reduce", "no-preference"], required=True)
asked.add_argument("--storage", choices=["open", "blocked"], required=True)
asked.add_argument("--script", default="")
manner, _ = asked.parse_known_args()

gtk = Gtk.Settings.get_default()
gtk.set_property("gtk-application-prefer-dark-theme", manner.theme == "dark")
gtk.set_property("gtk-enable-animations", manner.motion != "reduce")

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
if manner.storage == "blocked":
    context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)


def without_programs(_view, decision, kind):
    """There is no email program or phone here: a link to one is pressed, and nothing opens."""
    if kind != WebKit2.PolicyDecisionType.NAVIGATION_ACTION:
        return False
    if not decision.get_navigation_action().get_request().get_uri().startswith(("mailto:", "tel:")):
        return False
    decision.ignore()
    return True


def new_view(_session):
    settings = WebKit2.Settings()
    settings.set_property("enable-write-console-messages-to-stdout", True)
    settings.set_property("enable-page-cache", True)
    settings.set_property("hardware-acceleration-policy", WebKit2.HardwareAccelerationPolicy.NEVER)
    settings.set_property("enable-html5-local-storage", manner.storage == "open")
    content = WebKit2.UserContentManager()
    if manner.script:
        frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
        start = WebKit2.UserScriptInjectionTime.START
        content.add_script(WebKit2.UserScript.new(manner.script, frames, start, None, None))
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        settings=settings,
        user_content_manager=content,
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(manner.width, manner.height)
    window.add(view)
    window.show_all()
    window.present()
    view.grab_focus()
    view.connect("decide-policy", without_programs)
    view.connect("close", lambda _view: window.destroy())
    return view


def started(_context, session):
    # WebKitWebDriver ends a session of a browser that has no name.
    info = WebKit2.ApplicationInfo()
    info.set_name("Journeys")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


context.connect("automation-started", started)
GLib.MainLoop().run()
