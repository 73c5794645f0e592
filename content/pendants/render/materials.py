"""What things are made of: gold in its finishes, and what is plain. Colors are linear sRGB."""
import bpy

# Gold at normal incidence, from its measured n and k; near grazing it whitens.
GOLD = (1.0, 0.765, 0.322)
GRAZING = (1.0, 0.9, 0.62)
# Gold that is only seen in gold: its own color twice over would be orange, most of all in chains and grain.
PASSED = (1.0, 0.9, 0.62)
# Pits as small as those of frosting scatter some white light.
FROST = (1.0, 0.82, 0.46)
ROUGHNESS = {'mirror': 0.055, 'polished': 0.085, 'burnished': 0.18, 'satin': 0.27, 'drawn': 0.33, 'hammered': 0.075, 'frosted': 0.46, 'matte': 0.4, 'scorched': 0.5}
GRAIN = {'mirror': 0.003, 'satin': 0.016, 'drawn': 0.10, 'hammered': 0.1, 'frosted': 0.9, 'matte': 0.22}
# How many bumps a mm has, nearly; those of a planishing hammer are wide and shallow.
FINE = {'mirror': 12, 'drawn': 14, 'hammered': 0.3, 'frosted': 8}
# The paper theme's ground, oklch(0.972 0.012 88).
PAPER = (0.93, 0.905, 0.85)


def gold(finish='polished'):
    """A conductor with gold's own color at the front and a paler one at grazing angles.

    'mirror' has the hairlines that polishing by hand leaves. 'varied' reads each point's `polish`:
    1 polished, 0 satin. 'drawn' is satin with the scratches of a fine stone, upright; 'hammered' is
    polished over the shallow marks of a hammer, 'frosted' is pricked all over.
    """
    name = f'gold {finish}'
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new

    facing = new('ShaderNodeLayerWeight')
    facing.inputs['Blend'].default_value = 0.5
    fresnel = new('ShaderNodeMath')
    fresnel.operation = 'POWER'
    fresnel.inputs[1].default_value = 5
    link(facing.outputs['Facing'], fresnel.inputs[0])
    color = new('ShaderNodeMixRGB')
    # The flanks of scratches shade each other, and so do the pits that a laser leaves.
    shade = {'drawn': 0.85, 'scorched': 0.22}.get(finish, 1)
    base = [c * shade for c in (FROST if finish == 'frosted' else GOLD)]
    color.inputs[1].default_value = (*base, 1)
    color.inputs[2].default_value = (*[c * (shade if finish == 'scorched' else 1) for c in GRAZING], 1)
    link(fresnel.outputs[0], color.inputs[0])
    seen = new('ShaderNodeMixRGB')
    link(new('ShaderNodeLightPath').outputs['Is Glossy Ray'], seen.inputs[0])
    link(color.outputs[0], seen.inputs[1])
    seen.inputs[2].default_value = (*[c * shade for c in PASSED], 1)

    roughness = base_roughness(tree, finish)
    metal = new('ShaderNodeBsdfGlossy')
    metal.distribution = 'GGX'
    link(seen.outputs[0], metal.inputs['Color'])
    if isinstance(roughness, float):
        metal.inputs['Roughness'].default_value = roughness
    else:
        link(roughness, metal.inputs['Roughness'])
    if finish in GRAIN:
        link(grain(tree, finish), metal.inputs['Normal'])
    out = new('ShaderNodeOutputMaterial')
    link(metal.outputs[0], out.inputs['Surface'])
    return material


def base_roughness(tree, finish):
    """A number; for 'varied' a socket that goes by each point's `polish`."""
    if finish != 'varied':
        return ROUGHNESS[finish]
    polish = tree.nodes.new('ShaderNodeAttribute')
    polish.attribute_name = 'polish'
    mix = tree.nodes.new('ShaderNodeMapRange')
    mix.inputs['To Min'].default_value = ROUGHNESS['satin']
    mix.inputs['To Max'].default_value = ROUGHNESS['polished']
    tree.links.new(polish.outputs['Fac'], mix.inputs['Value'])
    return mix.outputs[0]


def grain(tree, finish):
    """What abrasive leaves: a fine unevenness; under 'drawn' upright scratches."""
    place = tree.nodes.new('ShaderNodeTexCoord')
    noise = tree.nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = FINE.get(finish, 13)
    noise.inputs['Detail'].default_value = 0 if finish == 'hammered' else 2
    at = place.outputs['Object']
    if finish in ('drawn', 'mirror'):
        stretched = tree.nodes.new('ShaderNodeMapping')
        stretched.inputs['Scale'].default_value = (1, 1, 0.07)
        tree.links.new(at, stretched.inputs['Vector'])
        at = stretched.outputs[0]
    tree.links.new(at, noise.inputs['Vector'])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = GRAIN[finish]
    bump.inputs['Distance'].default_value = 2.5 if finish == 'hammered' else 0.25
    tree.links.new(noise.outputs['Fac'], bump.inputs['Height'])
    return bump.outputs[0]


def plain(name, color, roughness=0.8):
    """An ordinary, unmetallic thing: paper, ink, a ruler."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes['Principled BSDF']
    surface.inputs['Base Color'].default_value = (*color, 1)
    surface.inputs['Roughness'].default_value = roughness
    surface.inputs['Specular'].default_value = 0.2
    return material


def roughened(material, scale, strength, detail=6):
    """The same with an uneven surface, as of plaster, brick or paper."""
    tree = material.node_tree
    fine = tree.nodes.new('ShaderNodeTexNoise')
    fine.inputs['Scale'].default_value = scale
    fine.inputs['Detail'].default_value = detail
    tree.links.new(tree.nodes.new('ShaderNodeTexCoord').outputs['Object'], fine.inputs['Vector'])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = strength
    bump.inputs['Distance'].default_value = 0.3
    tree.links.new(fine.outputs['Fac'], bump.inputs['Height'])
    tree.links.new(bump.outputs[0], tree.nodes['Principled BSDF'].inputs['Normal'])
    return material


def iron(name, color, roughness):
    """Steel that has been in the fire: brown scale, paler where it is worn."""
    material = plain(name, color, roughness)
    tree = material.node_tree
    surface = tree.nodes['Principled BSDF']
    surface.inputs['Metallic'].default_value = 0.85
    scale = tree.nodes.new('ShaderNodeTexNoise')
    scale.inputs['Scale'].default_value = 0.22
    scale.inputs['Detail'].default_value = 7
    tree.links.new(tree.nodes.new('ShaderNodeTexCoord').outputs['Object'], scale.inputs['Vector'])
    tone = tree.nodes.new('ShaderNodeValToRGB')
    tone.color_ramp.elements[0].position, tone.color_ramp.elements[1].position = 0.38, 0.66
    tone.color_ramp.elements[0].color = (*[c * 0.6 for c in color], 1)
    tone.color_ramp.elements[1].color = (*[min(c * 1.5, 1) for c in color], 1)
    tree.links.new(scale.outputs['Fac'], tone.inputs[0])
    tree.links.new(tone.outputs[0], surface.inputs['Base Color'])
    return roughened(material, 0.7, 0.10)


def molten(name, strength, edge=0.55):
    """Liquid gold: it glows, deeper where it is seen aslant, and mirrors what is about it."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    facing = new('ShaderNodeLayerWeight')
    facing.inputs['Blend'].default_value = 0.4
    skin = new('ShaderNodeTexNoise')
    skin.inputs['Scale'].default_value = 0.34
    skin.inputs['Detail'].default_value = 3
    link(new('ShaderNodeTexCoord').outputs['Object'], skin.inputs['Vector'])
    cooler = new('ShaderNodeMath')
    cooler.operation = 'MULTIPLY_ADD'
    cooler.inputs[1].default_value, cooler.inputs[2].default_value = 0.5, -0.16
    link(skin.outputs['Fac'], cooler.inputs[0])
    aslant = new('ShaderNodeMath')
    aslant.operation = 'ADD'
    aslant.use_clamp = True
    link(facing.outputs['Facing'], aslant.inputs[0])
    link(cooler.outputs[0], aslant.inputs[1])
    heat = new('ShaderNodeValToRGB')
    heat.color_ramp.elements[0].color = (1.0, 0.50, 0.13, 1)
    heat.color_ramp.elements[1].color = (edge, edge * 0.27, edge * 0.035, 1)
    link(aslant.outputs[0], heat.inputs[0])
    glow = new('ShaderNodeEmission')
    glow.inputs['Strength'].default_value = strength
    link(heat.outputs[0], glow.inputs['Color'])
    mirror = new('ShaderNodeBsdfGlossy')
    mirror.inputs['Roughness'].default_value = 0.06
    mirror.inputs['Color'].default_value = (0.8, 0.5, 0.18, 1)
    both = new('ShaderNodeAddShader')
    link(glow.outputs[0], both.inputs[0])
    link(mirror.outputs[0], both.inputs[1])
    link(both.outputs[0], new('ShaderNodeOutputMaterial').inputs['Surface'])
    return material
